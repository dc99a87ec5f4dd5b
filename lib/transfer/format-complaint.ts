/**
 * Whether a library that reads a format says that the bytes are wrong. Errors of the machine carry a
 * code; those of the format do not.
 */
export function isFormatComplaint(error: unknown): error is Error {
  return error instanceof Error && !('code' in error)
}
