// The state of the instance for its operator: problems first, then networks, rates, mail, backups and people.
import { ButtonLink } from '../../parts/app-link.tsx';
import { words } from '../../words/words.ts';
import { Doctor } from './doctor.tsx';
import { Instance } from './instance.tsx';
import { Networks } from './networks.tsx';
import { OperatorOnly } from './operator-only.tsx';
import { People } from './people.tsx';
import { Rates } from './rates.tsx';

export function OperatorScreen() {
  return (
    <OperatorOnly
      title={words.places.operator}
      action={<ButtonLink to="/console/operator/settings">{words.instanceSettings.title}</ButtonLink>}
    >
      <Doctor />
      <Networks />
      <Rates />
      <Instance />
      <People />
    </OperatorOnly>
  );
}
