// A QR code: dark on light in both colour schemes, as scanners want it.
import { useMemo } from 'react';
import { qrPath } from '../../../checkout/rules/qr-path.ts';

/** `label` says what it leads to: a text that says the same stands beside it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#101510" />
    </svg>
  );
}
