// Marks the section in view in the side bar.

/** The part of the window in which a heading counts as read: below the bar, in the upper third. */
const readingArea = '-64px 0px -66% 0px';

/** Does nothing on a page without such links. */
export function followHeadings(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.groups a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
  );
  const mark = (id: string) => {
    for (const link of links.values()) link.removeAttribute('aria-current');
    links.get(id)?.setAttribute('aria-current', 'true');
  };
  const observer = new IntersectionObserver(
    (changes) => {
      const shown = changes.findLast((one) => one.isIntersecting);
      const id = shown?.target.getAttribute('aria-labelledby');
      if (id && links.has(id)) mark(id);
    },
    { rootMargin: readingArea },
  );
  for (const section of document.querySelectorAll('section[aria-labelledby]')) observer.observe(section);
}
