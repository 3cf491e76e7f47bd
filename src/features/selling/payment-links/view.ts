// Renders payment links for the team of their app.
import { currencyOf } from '../../../core/money/currency.ts';
import { formatFixed } from '../../../core/money/decimal.ts';
import { nullable, time, uuid, WarningsView } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { PaymentLink } from './store.ts';

export const PaymentLinkView = Type.Object({
  id: uuid,
  app_id: uuid,
  slug: Type.String(),
  url: Type.String({ examples: ['https://pay.shop.example/link/spring-fair'] }),
  currency: Type.String(),
  total: nullable(Type.String({ description: 'The total for each payer; null if the payer enters it.' })),
  description: nullable(Type.String()),
  warnings: Type.Optional(WarningsView),
  created_at: time,
  updated_at: time,
});

export function paymentLinkView(link: PaymentLink, publicUrl: string) {
  const decimals = currencyOf(link.currency)?.decimals ?? 2;
  return {
    id: link.id,
    app_id: link.appId,
    slug: link.slug,
    url: `${publicUrl}/link/${encodeURIComponent(link.slug)}`,
    currency: link.currency,
    total: link.total === null ? null : formatFixed(link.total, decimals),
    description: link.description,
    created_at: link.createdAt.toISOString(),
    updated_at: link.updatedAt.toISOString(),
  };
}
