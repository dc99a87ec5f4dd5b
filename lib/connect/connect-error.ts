/** A refusal of connecting, with its facts; each face words it for itself. */
export type ConnectProblem =
  /** `path`: a folder that is watched already, and holds it or lies in it */
  | { kind: 'folder_connected'; path: string }
  | { kind: 'store_connected'; storeId: string }
  /** `allowed`: the folders in which folders may be watched (`WATCH_ROOTS`) */
  | { kind: 'folder_not_allowed'; path: string; allowed: readonly string[] }
  | { kind: 'not_a_folder'; path: string }
  | { kind: 'connection_not_found'; connectionId: string }
  /** an agent's settings file: no JSON, or of a form that is not known */
  | { kind: 'settings_unreadable'; path: string }
  /** it does not hold what it held when a person saw the change */
  | { kind: 'settings_changed'; path: string }
  | { kind: 'settings_not_writable'; path: string }

export class ConnectError extends Error {
  override readonly name = 'ConnectError'

  constructor(readonly problem: ConnectProblem) {
    super(problem.kind)
  }
}
