// How the instance is doing, for whoever runs it: what is wrong first, then networks, rates, mail, backups, people.
import { useQuery } from '@tanstack/react-query';
import { personQuery } from '../../outside/queries.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, Screen } from '../../parts/screen.tsx';
import { Doctor } from './doctor.tsx';
import { Instance } from './instance.tsx';
import { Networks } from './networks.tsx';
import { People } from './people.tsx';
import { Rates } from './rates.tsx';

export function OperatorScreen() {
  const { data: person } = useQuery(personQuery);
  if (person === undefined || person === null) return <Screen title="Operator">{<Awaited />}</Screen>;
  if (person.role !== 'operator')
    return (
      <Screen title="Operator">
        <EmptyState
          title="This is for whoever runs the instance"
          action={<ButtonLink to="/console">Go to Today</ButtonLink>}
        >
          You sign in here as a merchant. What is yours is under Today, Invoices and Settings.
        </EmptyState>
      </Screen>
    );
  return (
    <Screen title="Operator">
      <Doctor />
      <Networks />
      <Rates />
      <Instance />
      <People />
    </Screen>
  );
}
