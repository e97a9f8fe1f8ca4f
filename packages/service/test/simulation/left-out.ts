/** What the histories leave out while the service does not keep it. Each line goes with its reason. */
export const LEFT_OUT = {
  /**
   * A process that was stopped takes its own pause for silence of the ministry, and opens an outage or begins one too
   * early. Left out: its overdue timers, and the check of when outages begin.
   */
  outagesOfStoppedProcesses: () => true,
}
