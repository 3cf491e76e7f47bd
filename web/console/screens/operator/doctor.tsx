// The findings of `quittance doctor`: problems first, then warnings, each with a remedy and a page of the docs.
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorHealth } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useKeys } from '../../browser/keys.ts';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { publicPath } from '../../public-path.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

export function Doctor() {
  const [showsAll, setShowsAll] = useState(false);
  const found = useQuery({
    queryKey: ['operator', 'health'],
    queryFn: ({ signal }) => api.get<OperatorHealth>('/operator/health', {}, signal),
    // It calls every endpoint, which costs requests, so it runs only on demand.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const again = () => void found.refetch();
  useKeys([{ keys: 'r', words: words.operator.checkAgainAll, act: again }]);
  const findings = found.data?.findings ?? [];
  const [bad, warnings, good] = (['bad', 'warning', 'good'] as const).map((severity) =>
    findings.filter((one) => one.severity === severity),
  ) as [Finding[], Finding[], Finding[]];
  return (
    <Section
      title={words.operator.health}
      about={
        found.data === undefined
          ? words.operator.healthAbout
          : joined(words.operator.checked({ time: <Time at={new Date(found.dataUpdatedAt).toISOString()} /> }))
      }
      aside={
        <Button loading={found.isFetching} onClick={again}>
          {words.operator.checkAgain}
        </Button>
      }
    >
      {found.isPending ? <Awaited lines={3} /> : null}
      {found.error === null ? null : <NotAnswered error={found.error} again={again} />}
      {found.data === undefined ? null : bad.length === 0 ? (
        <Alert color="green" variant="light">
          {words.operator.allWell({ count: good.length + warnings.length })}
        </Alert>
      ) : (
        <Stack gap={0}>
          <Text fw={600}>{words.operator.problemCount({ count: bad.length })}</Text>
          <RowList label={words.operator.problems}>
            {bad.map((one) => (
              <FindingRow key={one.what} finding={one} />
            ))}
          </RowList>
        </Stack>
      )}
      <RowList label={words.operator.warnings}>
        {warnings.map((one) => (
          <FindingRow key={one.what} finding={one} />
        ))}
      </RowList>
      {good.length === 0 ? null : (
        <Group>
          <Button variant="default" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? words.operator.hidePassed : words.operator.showPassed({ count: good.length })}
          </Button>
        </Group>
      )}
      {showsAll ? (
        <RowList label={words.operator.passed}>
          {good.map((one) => (
            <Row key={one.what} title={titleOf(one.what)} detail={says(one)} />
          ))}
        </RowList>
      ) : null}
    </Section>
  );
}

type Finding = OperatorHealth['findings'][number];

function FindingRow({ finding }: { readonly finding: Finding }) {
  const isBad = finding.severity === 'bad';
  const name = isBad ? words.operator.problem : words.operator.warning;
  return (
    <Row
      title={titleOf(finding.what)}
      marks={<StatusBadge status={finding.severity} name={name} tone={isBad ? 'bad' : 'act'} />}
      detail={says(finding)}
    >
      {finding.help === null ? null : (
        <Anchor size="sm" href={publicPath + finding.help} target="_blank">
          {words.operator.howToFix}
        </Anchor>
      )}
    </Row>
  );
}

function titleOf(what: string): string {
  return what.charAt(0).toUpperCase() + what.slice(1);
}

/** The finding's text as a sentence. */
function says({ says: text }: Finding): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?)]$/.test(begun) ? begun : `${begun}.`;
}
