// A QR code as the path of one vector drawing: its dark modules, row by row.
import { encode } from 'uqr';

/** `size` is the number of modules on a side, the quiet zone included: the box that the path is drawn in. */
export function qrPath(text: string): { size: number; path: string } {
  // Four modules of quiet zone around the code, as ISO/IEC 18004 asks for.
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x - start + 1}v1H${start}z`;
    }
  });
  return { size, path };
}
