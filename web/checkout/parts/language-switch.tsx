// The page in another language: plain links, which work without a script too.
import { languageNames } from '../words/language-names.ts';
import { useWords } from '../words/words.ts';

export function LanguageSwitch() {
  const { language, page } = useWords();
  return (
    <nav class="languages" aria-label={page.language}>
      <details>
        <summary>
          <span class="off-screen">{page.language}: </span>
          {languageNames[language as keyof typeof languageNames]}
        </summary>
        <ul>
          {Object.entries(languageNames).map(([code, name]) => (
            <li key={code}>
              <a
                href={`?lang=${code}`}
                lang={code}
                hreflang={code}
                aria-current={code === language ? 'true' : undefined}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
