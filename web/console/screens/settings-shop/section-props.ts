// What each section of the form is given.
import type { UseFormReturnType } from '@mantine/form';
import type { ShopValues } from './settings-form.ts';

export interface SectionProps {
  readonly form: UseFormReturnType<ShopValues>;
  /** Why a field was refused, by its path in the form. */
  readonly errors: Readonly<Record<string, string>>;
}
