// The QR code, drawn as the checkout draws it.
import { paymentCodes } from '../../checkout/paying/codes/payment-codes.ts';
import { qrPath } from '../../checkout/rules/qr-path.ts';
import type { Statement } from '../rules/statement.ts';
import type { PageWords } from '../words/page-words.ts';
import { make, makeButton } from './make-element.ts';

/** With a button that switches to the other code, if there are two. */
export function paymentCode(statement: Statement, words: PageWords): HTMLElement {
  const { texts } = words;
  const codes = paymentCodes(statement);
  const place = make('div', { class: 'code' });
  const draw = (hasAmount: boolean): void => {
    const places = { amount: statement.amount ?? '', coin: statement.cryptocurrency };
    const label = hasAmount ? texts.code(places) : texts.addressCode;
    place.replaceChildren(drawnCode(hasAmount ? (codes.withAmount ?? codes.address) : codes.address, label));
    if (codes.withAmount === null) return;
    const turn = makeButton(hasAmount ? texts.plainCode : texts.amountCode, () => turned(!hasAmount), {
      class: 'quiet',
    });
    place.append(turn);
    if (hasAmount && codes.first === 'address') place.append(make('p', { class: 'quiet' }, texts.amountCodeHint));
  };
  const turned = (hasAmount: boolean): void => {
    draw(hasAmount);
    place.querySelector('button')?.focus();
  };
  draw(codes.first === 'withAmount');
  return place;
}

/** Dark on light in both colour schemes, as scanners expect. */
function drawnCode(text: string, label: string): SVGSVGElement {
  const { size, path } = qrPath(text);
  const names = { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' };
  const svg = shape('svg', names) as SVGSVGElement;
  svg.append(shape('rect', { width: `${size}`, height: `${size}`, fill: '#fff' }), shape('path', { d: path }));
  return svg;
}

function shape(tag: string, names: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(names)) made.setAttribute(name, value);
  return made;
}
