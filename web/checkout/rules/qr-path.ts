// A QR code as one vector path.
import { qrMatrix } from './qr-matrix.ts';

/** The side of the code in modules, with its quiet zone, and its dark modules as an SVG path. */
export function qrPath(text: string): { size: number; path: string } {
  const modules = qrMatrix(text);
  let path = '';
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start + quiet} ${y + quiet}h${x - start + 1}v1H${start + quiet}z`;
    }
  });
  return { size: modules.length + 2 * quiet, path };
}

/** Modules of quiet zone around the code, as ISO/IEC 18004 requires. */
const quiet = 4;
