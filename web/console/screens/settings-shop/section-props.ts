// The props of each section of the form.
import type { UseFormReturnType } from '@mantine/form';
import type { ShopValues } from './settings-form.ts';

export interface SectionProps {
  readonly form: UseFormReturnType<ShopValues>;
  /** The errors of refused fields, by their path in the form. */
  readonly errors: Readonly<Record<string, string>>;
}
