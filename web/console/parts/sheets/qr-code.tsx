// A QR code: dark on light in both colour schemes, as scanners expect.
import { useMemo } from 'react';
import { qrPath } from '../../../checkout/rules/qr-path.ts';

/** `label` names its target for screen readers; the same text is next to it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#101510" />
    </svg>
  );
}
