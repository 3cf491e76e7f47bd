// Says that a payment is being decided here, and takes it back where that did not work.

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
