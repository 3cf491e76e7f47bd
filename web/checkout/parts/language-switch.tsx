// Links to the page in other languages. They work without a script.
import { useWords } from '../words/words.ts';

export function LanguageSwitch() {
  const { language, languages, page } = useWords();
  return (
    <nav class="languages" aria-label={page.language}>
      <details>
        <summary>
          <span class="off-screen">{page.language}: </span>
          {languages[language]}
        </summary>
        <ul>
          {Object.entries(languages).map(([code, name]) => (
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
