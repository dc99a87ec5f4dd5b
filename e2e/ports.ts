/** The ports beside the first one that the browser tests' servers listen on. */
export function portsFrom(first: number) {
  return { withModels: first + 1, models: first + 2, control: first + 3, toBeStopped: first + 4 }
}
