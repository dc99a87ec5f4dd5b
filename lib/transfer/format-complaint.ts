/**
 * Returns whether an error from a format library means bad bytes: errors of the machine carry a
 * code, those of the format don't.
 */
export function isFormatComplaint(error: unknown): error is Error {
  return error instanceof Error && !('code' in error)
}
