// The frame of every page.
import type { ReactNode } from 'react';
import { product } from '../shop.ts';

export const metadata = { title: product.name };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
