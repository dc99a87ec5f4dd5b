import type { ConnectProblem } from '@/lib/connect/connect-error'

/** Words the refusals of connecting, in one line. */
export function connectWords(problem: ConnectProblem): string {
  switch (problem.kind) {
    case 'folder_connected':
      return `${problem.path} is watched already, and one folder is never watched twice`
    case 'store_connected':
      return `the store ${problem.storeId} is connected with a folder already`
    case 'folder_not_allowed':
      return `${problem.path} is not in a folder that may be watched: ${problem.allowed.join(', ') || 'no folder'} (WATCH_ROOTS), never this server’s own data`
    case 'not_a_folder':
      return `${problem.path} is not a folder that can be watched`
    case 'connection_not_found':
      return `there is no connection ${problem.connectionId}`
    case 'settings_unreadable':
      return `${problem.path} is no JSON in a form that is known here, and is left as it is`
    case 'settings_changed':
      return `${problem.path} changed meanwhile, and is left as it is`
    case 'settings_not_writable':
      return `${problem.path} may not be written`
  }
}
