// What was found written past the service.
export interface Finding {
  readonly appId: string;
  readonly subjectType: 'address' | 'transaction' | 'member';
  readonly subjectId: string;
}
