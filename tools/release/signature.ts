// Signatures that can be verified with OpenSSH: `ssh-keygen -Y`.
import { readFileSync } from 'node:fs';
import { runCommand } from '../run-command.ts';

/** The purpose of a signature. Signatures with another purpose are invalid. */
const namespace = 'quittance-release';
/** The name of the signers in deploy/release-signers. */
const identity = 'release@quittance';

/** Writes `file`.sig. `key` is the path of a private key, or of a public one with its private key in an ssh-agent. */
export async function signFile(file: string, key: string): Promise<void> {
  await runCommand('ssh-keygen', ['-Y', 'sign', '-q', '-n', namespace, '-f', key, file]);
}

/** Throws if `file`.sig is not by one of the signers. `signers` is a file in the format of ssh's allowed signers. */
export async function verifyFile(file: string, signers: string): Promise<void> {
  const who = ['-f', signers, '-I', identity, '-n', namespace, '-s', `${file}.sig`];
  await runCommand('ssh-keygen', ['-Y', 'verify', ...who], { input: readFileSync(file, 'utf8') });
}
