/** Base 58 in the order of character codes, so that ids sort like the numbers in them. */
export const ID_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Digits of an id's time; 58^8 ms: enough until the year 6026. */
export const TIME_DIGITS = 8

const OWN_ID = new RegExp(`^[a-z]+_([${ID_ALPHABET}]{24})$`)

/** The time that is in an id of `newId`, in milliseconds since 1970; null: it is another's id. */
export function timeOfId(id: string): number | null {
  const digits = OWN_ID.exec(id)?.[1]
  if (digits === undefined) return null
  return [...digits.slice(0, TIME_DIGITS)].reduce(
    (time, digit) => time * ID_ALPHABET.length + ID_ALPHABET.indexOf(digit),
    0,
  )
}
