// Records that this page decides about a payment, and takes it back if that failed.

export type Decided = (id: string, isOurs: boolean) => void;

export async function deciding<T>(decided: Decided, id: string, act: () => Promise<T>): Promise<T> {
  decided(id, true);
  try {
    return await act();
  } catch (error) {
    decided(id, false);
    throw error;
  }
}
