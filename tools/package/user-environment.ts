// The environment of a user who runs npm outside this checkout.

const ofRunningScript =
  /^npm_(?:command|execpath|node_execpath|lifecycle_|package_|config_(?:local_prefix|prefix|global))/;

/** This process's environment without what npm sets for its scripts. The registry, the cache and a proxy remain. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  const kept = Object.entries(process.env).filter(
    ([name]) => !ofRunningScript.test(name) && name !== 'INIT_CWD' && name !== 'NODE_OPTIONS',
  );
  return { ...Object.fromEntries(kept), PATH: path.join(':') };
}
