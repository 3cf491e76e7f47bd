// The findings of a check, for each endpoint.
import type { OperatorEndpoints } from '../../../../../sdk/typescript/src/generated/api.ts';
import { Row, RowList } from '../../../parts/sheets/row-list.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { measure } from '../../../words/figures.ts';
import { words } from '../../../words/words.ts';

export function EndpointChecks({ checks }: { readonly checks: readonly OperatorEndpoints[] }) {
  return (
    <RowList label={words.operatorNetworks.check}>
      {checks.map((check, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two addresses may look the same without their keys.
        <CheckRow key={at} check={check} />
      ))}
    </RowList>
  );
}

function CheckRow({ check }: { readonly check: OperatorEndpoints }) {
  const { usable, latency_ms: latency, findings } = check;
  const says = [
    ...(latency === null ? [] : [words.operator.latency({ time: measure(latency, 'millisecond') })]),
    ...findings.map(({ message }) => message),
    ...(findings.length === 0 ? [words.operatorNetworks.noFindings] : []),
  ];
  return (
    <Row
      title={<bdi className="mono">{check.endpoint}</bdi>}
      marks={
        <StatusBadge
          status={usable ? 'usable' : 'unusable'}
          name={usable ? words.operatorNetworks.usable : words.operatorNetworks.unusable}
          tone={usable ? 'good' : 'bad'}
        />
      }
      detail={says.map((one) => <div key={one}>{one}</div>)}
    />
  );
}
