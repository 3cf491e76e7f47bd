// Prints the generated files of the PHP client.
import type { ApiModel } from '../model/api-model.ts';
import { apiText } from './php-api.ts';
import { modelFiles } from './php-models.ts';

/** Has generated files only. */
export const phpModelFolder = 'sdk/php/src/Model';

/** Text by path in the project. */
export function phpFiles(model: ApiModel): Readonly<Record<string, string>> {
  const models = Object.entries(modelFiles(model)).map(([name, text]) => [`${phpModelFolder}/${name}.php`, text]);
  return { ...Object.fromEntries(models), 'sdk/php/src/Generated/Api.php': apiText(model) };
}
