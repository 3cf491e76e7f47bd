// Creates elements in the shop's page.

type Child = Node | string | null;

/** `names` are attributes; `class` and the like are written as in HTML. Null children are left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  names: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(names)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

export function makeButton(text: string, onPress: () => void, names: Readonly<Record<string, string>> = {}) {
  const button = make('button', { type: 'button', ...names }, text);
  button.addEventListener('click', onPress);
  return button;
}

/** A shadow root with this style, which works under any content security policy of the shop's page. */
export function shadowOf(host: HTMLElement, mode: ShadowRootMode, style: string): ShadowRoot {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  const shadow = host.attachShadow({ mode });
  shadow.adoptedStyleSheets = [sheet];
  return shadow;
}
