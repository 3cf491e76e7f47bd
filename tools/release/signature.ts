// Signatures that anybody with OpenSSH can verify: `ssh-keygen -Y`.
import { readFileSync } from 'node:fs';
import { runCommand } from '../run-command.ts';

/** What a signature is for: one that was made for something else does not count. */
const namespace = 'quittance-release';
/** The name that signers bear in deploy/release-signers. */
const identity = 'release@quittance';

/** Writes `file`.sig. `key` is the path of a private key, or of a public one whose other half an ssh-agent holds. */
export async function signFile(file: string, key: string): Promise<void> {
  await runCommand('ssh-keygen', ['-Y', 'sign', '-q', '-n', namespace, '-f', key, file]);
}

/** Throws where `file`.sig is not by one of the signers, a file in the form of ssh's allowed signers. */
export async function verifyFile(file: string, signers: string): Promise<void> {
  const who = ['-f', signers, '-I', identity, '-n', namespace, '-s', `${file}.sig`];
  await runCommand('ssh-keygen', ['-Y', 'verify', ...who], { input: readFileSync(file, 'utf8') });
}
