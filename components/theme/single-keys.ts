export const SINGLE_KEYS_COOKIE = 'single-keys'

/** Reads from the cookie whether letters and signs without a modifier do something. */
export function areSingleKeysOn(cookie: string | undefined): boolean {
  return cookie !== 'off'
}
