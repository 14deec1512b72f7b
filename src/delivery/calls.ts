/** What can be asked of the Durable Object of one webhook; `object.ts` implements it. */
export interface WebhookCalls extends Rpc.DurableObjectBranded {
  /** Begins to deliver what is due and returns at once. @param id of its webhook. */
  wake(id: string): Promise<void>;
}
