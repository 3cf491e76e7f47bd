// The icons of the navigation: lines of one width, drawn here so that nothing is fetched.

const paths = {
  today: 'M4 5h12v11H4zM4 8.5h12M7 3v3M13 3v3',
  invoices: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17zM8 7h4M8 10h4',
  sort: 'M3 6h14M6 10h8M8.5 14h3',
  payments: 'M4 7h12M13 4l3 3-3 3M16 13H4M7 10l-3 3 3 3',
  links: 'M8.5 11.5l3-3M9.5 6l1.5-1.5a3.2 3.2 0 0 1 4.5 4.5L14 10.5M10.5 14L9 15.5A3.2 3.2 0 0 1 4.5 11L6 9.5',
  shop: 'M4 8l1-4h10l1 4M4 8v8h12V8M4 8c0 2 3 2 3 0 0 2 3 2 3 0 0 2 3 2 3 0 0 2 3 2 3 0M8 16v-4h4v4',
  addresses: 'M4 6h11a1 1 0 0 1 1 1v8H5a1 1 0 0 1-1-1zM4 6l9-2v2M12.5 10.5H16',
  coins:
    'M13 7A5 2.5 0 1 1 3 7a5 2.5 0 0 1 10 0zM3 7v6c0 1.4 2.2 2.5 5 2.5M13 7v2' +
    'M17 12a4 2 0 1 1-8 0 4 2 0 0 1 8 0zM9 12v3.5c0 1.1 1.8 2 4 2s4-.9 4-2V12',
  tokens: 'M12.5 3.5a4 4 0 1 1-2.8 6.8L5 15v2h2.5v-2H9.5v-2L11 11.5M13.5 6.5h.01',
  webhooks:
    'M6 13a2.5 2.5 0 1 0 2.5 2.5H15M10 3.5A2.5 2.5 0 0 0 9 8l-3 5' +
    'M10 3.5A2.5 2.5 0 0 1 12 7l3 6M15 13a2.5 2.5 0 1 1-2.2 1',
  integrations: 'M7 3v4M13 3v4M5 7h10v3a5 5 0 0 1-10 0zM10 15v3',
  team:
    'M7.5 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 16.5c0-3 2.2-4.5 5-4.5s5 1.5 5 4.5' +
    'M13 4.5a3 3 0 0 1 0 5.2M14.5 12.3c1.8.5 3 1.9 3 4.2',
  audit: 'M10 3a7 7 0 1 1-6.3 4M3 3.5V7h3.5M10 6.5V10l2.5 1.5',
  requests: 'M4 4h12v12H4zM7 8l2 2-2 2M11 12h2.5',
  account: 'M10 10a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 10 10zM4 17c0-3.5 2.7-5 6-5s6 1.5 6 5',
  operator: 'M4 4h12v5H4zM4 11h12v5H4zM7 6.5h.01M7 13.5h.01M10 6.5h3M10 13.5h3',
  done: 'M4.5 10.5l3.5 3.5 7.5-8',
  leave: 'M8 4H4v12h4M12 13l3-3-3-3M15 10H8',
  more: 'M4 10h.01M10 10h.01M16 10h.01',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4',
} as const;

export type IconName = keyof typeof paths;

/** Hidden from screen readers: a word is next to it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
