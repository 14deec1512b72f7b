// Declares the pretend authority's bindings and variables.

export interface SimulatorEnv {
  readonly AUTHORITY: DurableObjectNamespace;
  /** How long a dropped connection is held first, in milliseconds. */
  readonly SILENCE_MS?: string;
  /** How long `#lento` waits, in milliseconds. */
  readonly SLOW_MS?: string;
  /** Allowed difference of the sender's clock, in milliseconds. */
  readonly CLOCK_SKEW_MS?: string;
  /** Days that a signing date may lie before today in Bogotá (rule FAD09e); `off` switches the check off. */
  readonly DATE_TOLERANCE_DAYS?: string;
}
