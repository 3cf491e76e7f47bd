// The view of a payment in a shop's page: the part that it draws by itself, the frame, and a sentence about both.
import type { QuittanceCheck } from '../embed.d.ts';
import { agrees, type FrameReport } from './frame-report.ts';
import type { Statement } from './statement.ts';

export interface Known {
  /** Whether this browser can verify signatures on this page. */
  readonly canVerify: boolean;
  /** The newest verified statement. */
  readonly statement: Statement | null;
  /** Whether that statement's deadline has passed meanwhile. */
  readonly isOver: boolean;
  /** Why the newest request brought no statement: the answer failed the verification, or none came. */
  readonly fault: 'refused' | 'unreachable' | null;
  /** Undefined until the frame has reported. */
  readonly report: FrameReport | undefined;
  /** Whether the frame's time to report is over. */
  readonly isSilent: boolean;
  /** Whether the frame has ever shown something other than the signed statement. */
  readonly hasDiffered: boolean;
}

export interface EmbedView {
  readonly check: QuittanceCheck;
  readonly payment: 'none' | 'open' | 'closed';
  /** Folded: it is shown once the customer opens it. */
  readonly frame: 'shown' | 'folded' | 'hidden';
  readonly sentence: Sentence | null;
}

export type Sentence = 'elsewhere' | 'differs' | 'unverified' | 'unable' | 'lost' | 'confirming' | 'paid';

export function viewOf(known: Known): EmbedView {
  const { canVerify, statement, isOver } = known;
  if (!canVerify) return view('unknown', 'none', 'shown', 'unable');
  return statement?.awaited && !isOver ? awaitedView(known, statement) : restView(known);
}

/** Whether the report of the frame contradicts the signed statement. */
export function differs({ report, statement }: Pick<Known, 'report' | 'statement'>): boolean {
  if (report === 'foreign') return true;
  if (!report || statement === null || !statement.awaited) return false;
  return report.transaction_id === statement.transaction_id && !agrees(report, statement);
}

function awaitedView(known: Known, statement: Statement): EmbedView {
  const { report, fault, isSilent } = known;
  if (known.hasDiffered || differs(known) || fault === 'refused') return view('differs', 'open', 'hidden', 'differs');
  if (report === undefined)
    return isSilent ? view('unknown', 'open', 'hidden', 'lost') : view('checking', 'open', 'folded', null);
  if (report === null) return view('none', 'closed', 'shown', 'elsewhere');
  if (report !== 'foreign' && report.transaction_id === statement.transaction_id)
    return view('agrees', 'open', 'folded', null);
  // Another attempt, which is not verified yet.
  return fault === null ? view('checking', 'open', 'folded', null) : view('unknown', 'open', 'hidden', 'lost');
}

/** The signed statement asks for no payment. */
function restView(known: Known): EmbedView {
  const { statement, fault, report } = known;
  const seen = seenIn(statement);
  if (known.hasDiffered || differs(known)) return view('differs', 'none', 'hidden', seen ?? 'unverified');
  if (fault === 'refused') return view('differs', 'none', 'hidden', 'unverified');
  // An attacker between browser and instance can withhold every answer.
  if (fault === 'unreachable' && report) return view('unknown', 'none', 'hidden', 'lost');
  const isAsked = report && report !== 'foreign' && report.transaction_id !== statement?.transaction_id;
  return view(isAsked ? 'checking' : 'none', 'none', 'shown', seen === null ? 'elsewhere' : null);
}

function seenIn(statement: Statement | null): 'confirming' | 'paid' | null {
  if (statement?.status === 'success') return 'paid';
  return statement?.status === 'processing' && statement.hash !== null ? 'confirming' : null;
}

function view(
  check: QuittanceCheck,
  payment: EmbedView['payment'],
  frame: EmbedView['frame'],
  sentence: Sentence | null,
): EmbedView {
  return { check, payment, frame, sentence };
}
