// The state of the instance for its operator: problems first, then networks, rates, mail, backups and people.
import { useQuery } from '@tanstack/react-query';
import { personQuery } from '../../browser/queries.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, Screen } from '../../parts/screen.tsx';
import { words } from '../../words/words.ts';
import { Doctor } from './doctor.tsx';
import { Instance } from './instance.tsx';
import { Networks } from './networks.tsx';
import { People } from './people.tsx';
import { Rates } from './rates.tsx';

export function OperatorScreen() {
  const { data: person } = useQuery(personQuery);
  if (person === undefined || person === null) return <Screen title={words.places.operator}>{<Awaited />}</Screen>;
  if (person.role !== 'operator')
    return (
      <Screen title={words.places.operator}>
        <EmptyState
          title={words.operator.operatorOnly}
          action={<ButtonLink to="/console">{words.operator.goHome}</ButtonLink>}
        >
          {words.operator.operatorOnlyMore}
        </EmptyState>
      </Screen>
    );
  return (
    <Screen
      title={words.places.operator}
      action={<ButtonLink to="/console/operator/settings">{words.instanceSettings.title}</ButtonLink>}
    >
      <Doctor />
      <Networks />
      <Rates />
      <Instance />
      <People />
    </Screen>
  );
}
