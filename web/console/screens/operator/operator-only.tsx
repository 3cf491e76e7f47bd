// A screen of the instance. Only the operator sees its content; other users see why it is empty.
import { useQuery } from '@tanstack/react-query';
import { personQuery } from '../../browser/queries.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, Screen, type ScreenProps } from '../../parts/screen.tsx';
import { words } from '../../words/words.ts';

/** Breadcrumbs, action and children are for the operator only. */
export function OperatorOnly(screen: ScreenProps) {
  const { data: person } = useQuery(personQuery);
  if (person === undefined || person === null) return <Screen title={screen.title}>{<Awaited />}</Screen>;
  if (person.role === 'operator') return <Screen {...screen} />;
  return (
    <Screen title={screen.title}>
      <EmptyState
        title={words.operator.operatorOnly}
        action={<ButtonLink to="/console">{words.operator.goHome}</ButtonLink>}
      >
        {words.operator.operatorOnlyMore}
      </EmptyState>
    </Screen>
  );
}
