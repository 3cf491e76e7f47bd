// A QR code as one vector path: sharp at any size, and dark on light in both colour schemes, as scanners expect.
import { useMemo } from 'preact/hooks';
import { qrPath } from '../rules/qr-path.ts';

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text]);
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#101510" />
    </svg>
  );
}
