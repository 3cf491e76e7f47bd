// The API document as those who write programs read it: with a token, not with a browser's session.

type Requirement = Readonly<Record<string, readonly string[]>>;
type Parameter = { readonly $ref?: string };
type Response = { readonly $ref?: string; readonly description?: string };
type Responses = Readonly<Record<string, Response>>;
type Described = {
  readonly security?: readonly Requirement[];
  readonly parameters?: readonly Parameter[];
  readonly responses?: Responses;
};

export interface ApiDocument {
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly responses: Responses;
  };
}

/** The rules that hold for all operations are in the guides, so that the first operation stands near the top. */
const introduction = [
  'Take payments in cryptocurrency, straight to your own addresses.',
  'New here? [Make your first payment](/docs/guides/first-payment).',
  'Enter your token below: every sample then has it, and every operation can be tried.',
].join(' ');

/** The one that samples are written with comes first. */
const order = ['AppToken', 'PAT', 'OAuth2', 'Cookie'];

/**
 * Leaves the session's cookie and its CSRF token to where nothing else will do. A key that is shown would be copied,
 * and its second use is refused: samples show none.
 */
export function forPrograms<T extends ApiDocument>(document: T): T {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, one]) => [method, told(withTokens(one), document.components.responses)]),
    ),
  ]);
  const { example: _, ...key } = document.components.parameters.Key ?? {};
  const parameters = { ...document.components.parameters, Key: key };
  const info = { ...document.info, description: introduction };
  return { ...document, info, paths: Object.fromEntries(paths), components: { ...document.components, parameters } };
}

/** An answer that is referred to with a description of its own is written out: the page would show the other's. */
function told(described: Described, shared: Responses): Described {
  const responses = Object.entries(described.responses ?? {}).map(([status, one]) => [status, written(one, shared)]);
  return { ...described, responses: Object.fromEntries(responses) };
}

function written(response: Response, shared: Responses): Response {
  const { $ref, ...beside } = response;
  if ($ref === undefined) return response;
  return { ...written(shared[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, shared), ...beside };
}

function withTokens(described: Described): Described {
  const { security = [], parameters = [] } = described;
  const byToken = security.filter((one) => !('Cookie' in one));
  if (!byToken.some((one) => Object.keys(one).length > 0)) return described;
  const rank = (one: Requirement) => order.indexOf(Object.keys(one)[0] ?? '');
  return {
    ...described,
    security: byToken.toSorted((a, b) => rank(a) - rank(b)),
    parameters: parameters.filter(({ $ref }) => $ref !== '#/components/parameters/Csrf'),
  };
}
