// The routes of checkouts, which are pages that make charges. An app has none: its payment links are another thing.
import { Problem } from '../../../core/problem.ts';
import type { DialectRoute } from '../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../instance.ts';
import { pageAnswer, readPlace, unknownPlace } from './pagination.ts';

export function checkoutRoutes({ publicUrl }: Pick<Instance, 'publicUrl'>): DialectRoute[] {
  const access = { appToken: true, pat: 'invoices:read' } as const;
  return [
    {
      method: 'GET',
      path: '/checkouts',
      access,
      // Plugins check their key by this list.
      async handle(call) {
        const place = readPlace(call);
        if (place.from !== null) throw unknownPlace(place);
        return pageAnswer(place, { ids: [], total: 0, url: `${publicUrl}/commerce/checkouts`, show: () => null });
      },
    },
    {
      method: 'GET',
      path: '/checkouts/:id',
      access,
      async handle() {
        throw new Problem('not_found', { detail: 'There are no checkouts. Create a charge.' });
      },
    },
  ];
}
