<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class OperatorEndpointsFindingCode
{
    public const UNREACHABLE = 'unreachable';
    public const TIMED_OUT = 'timed_out';
    public const UNAUTHORIZED = 'unauthorized';
    public const RATE_LIMITED = 'rate_limited';
    public const NOT_A_NODE = 'not_a_node';
    public const WRONG_CHAIN = 'wrong_chain';
    public const NOT_SYNCED = 'not_synced';
    public const HEAD_OLD = 'head_old';
    public const NO_LOGS = 'no_logs';
    public const SHORT_LOGS = 'short_logs';
    public const NO_TRACES = 'no_traces';
    public const NO_HISTORY = 'no_history';
    public const NO_BATCH = 'no_batch';
    public const NO_FINAL_BLOCK = 'no_final_block';
    public const NO_JSON_RPC = 'no_json_rpc';
    public const NO_FILTERS = 'no_filters';
    public const PRUNED = 'pruned';
    public const SLOW = 'slow';
}
