// The shortened hash of a chain transaction, as a link to a block explorer if the network has one.
import { shortHash } from '../rules/address-text.ts';
import { webLink } from '../rules/safe-link.ts';
import { useWords } from '../words/words.ts';

export function HashLink({ hash, url }: { hash: string; url: string | null | undefined }) {
  const { payments } = useWords();
  const link = webLink(url);
  return (
    <span class="mono" dir="ltr">
      {link === null ? (
        shortHash(hash)
      ) : (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {shortHash(hash)}
          <span class="off-screen"> {payments.newTab}</span>
        </a>
      )}
    </span>
  );
}
