import { isDay, isLuhn, isMod1110, isVerhoeff, weighted } from './check-digits'

/** Numbers that a state gives to a person, with a check that most other numbers fail. */
interface NationalId {
  country: string
  pattern: RegExp
  isValid: (number: string) => boolean
  /** in lower case: one of them stands shortly before a number whose form is a common one */
  calledBy?: readonly string[]
}

const idOf = (
  country: string,
  source: string,
  isValid: NationalId['isValid'],
  calledBy?: readonly string[],
): NationalId => ({
  country,
  pattern: new RegExp(`(?<![\\w.-])(?:${source})(?![\\w-]|\\.\\d)`, 'g'),
  isValid,
  ...(calledBy ? { calledBy } : {}),
})

const digits = (number: string) => number.replaceAll(/\D/g, '')
const part = (number: string, from: number, to: number) => Number(number.slice(from, to))
const isRepeated = (number: string) => /^(\d)\1*$/.test(number)

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const FINNISH_SIGNS = '0123456789ABCDEFHJKLMNPRSTUVWXY'

/**
 * Ordered by how certain their form is: those called by a word would be any number of that length.
 */
export const NATIONAL_IDS: readonly NationalId[] = [
  idOf('BR', '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}', (id) => isCpf(digits(id))),
  idOf('CN', '[1-6]\\d{5}(?:19|20)\\d{2}[01]\\d[0-3]\\d\\d{3}[\\dX]', isChinese),
  idOf('ES', '[0-9XYZ]\\d{7}-?[A-Z]', isSpanish),
  idOf('FI', '[0-3]\\d[01]\\d{3}[-+A-F]\\d{3}[0-9A-Y]', isFinnish),
  idOf('IN', '[2-9]\\d{3}[ -]\\d{4}[ -]\\d{4}', (id) => isVerhoeff(digits(id))),
  idOf('IT', '[A-Z]{6}\\d{2}[A-EHLMPRST](?:[0-6]\\d|7[01])[A-Z]\\d{3}[A-Z]', isItalian),
  idOf('KR', '\\d{6}-[1-8]\\d{6}', (id) => isKorean(digits(id))),
  idOf('RU', '\\d{3}-\\d{3}-\\d{3} \\d{2}', (id) => isSnils(digits(id))),
  idOf('SE', '(?:19|20)?\\d{2}[01]\\d[0-3]\\d[-+]\\d{4}', isSwedish),
  idOf(
    'FR',
    '[12] ?\\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\\d) ?\\d[\\dAB] ?\\d{3} ?\\d{3} ?\\d{2}',
    isFrench,
  ),
  idOf('DE', '[1-9]\\d{10}', isMod1110, ['steuer', 'idnr', 'tax id', 'tin']),
  idOf('GB', '\\d{3} ?\\d{3} ?\\d{4}', (id) => isNhs(digits(id)), ['nhs']),
  idOf('NL', '\\d{9}', isBsn, ['bsn', 'burgerservice', 'sofinummer']),
  idOf('PL', '\\d{11}', isPesel, ['pesel']),
  idOf('PT', '[123]\\d{8}', isNif, ['nif', 'contribuinte']),
  idOf('RU', '\\d{12}', isInn, ['инн', 'inn']),
  idOf('TR', '[1-9]\\d{10}', isTurkish, ['kimlik', 'tckn', 'tc no']),
]

/** Brazil's CPF: two digits, each of the sum of those before. */
function isCpf(id: string): boolean {
  const check = (length: number) => {
    const weights = Array.from({ length }, (_, index) => length + 1 - index)
    const rest = (weighted(id, weights) * 10) % 11
    return rest === 10 ? 0 : rest
  }
  return !isRepeated(id) && check(9) === part(id, 9, 10) && check(10) === part(id, 10, 11)
}

/** China's resident number: a date, and MOD 11-2 (GB 11643). */
function isChinese(id: string): boolean {
  const sum = weighted(id, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2])
  return isDay(part(id, 10, 12), part(id, 12, 14)) && '10X98765432'[sum % 11] === id[17]
}

/** Spain's DNI and NIE: the letter is the number modulo 23. */
function isSpanish(id: string): boolean {
  const number = id.slice(0, 8).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)))
  return SPANISH_LETTERS[Number(number) % 23] === id.at(-1) && !isRepeated(number)
}

/** Finland's: the sign is date and number modulo 31. */
function isFinnish(id: string): boolean {
  const number = Number(`${id.slice(0, 6)}${id.slice(7, 10)}`)
  return isDay(part(id, 2, 4), part(id, 0, 2)) && FINNISH_SIGNS[number % 31] === id[10]
}

const ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

/** Italy's codice fiscale: the last letter is a sum over odd and even places (DM 23/12/1976). */
function isItalian(id: string): boolean {
  const sum = [...id.slice(0, 15)].reduce((total, sign, index) => {
    const value = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65
    return total + (index % 2 === 0 ? (ODD[value] ?? 0) : value)
  }, 0)
  return String.fromCharCode(65 + (sum % 26)) === id[15]
}

/** South Korea's resident number as given until 2020; later ones have no check. */
function isKorean(id: string): boolean {
  const sum = weighted(id, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5])
  return isDay(part(id, 2, 4), part(id, 4, 6)) && (11 - (sum % 11)) % 10 === part(id, 12, 13)
}

/** Russia's SNILS. */
function isSnils(id: string): boolean {
  const rest = weighted(id, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101
  return !isRepeated(id.slice(0, 9)) && (rest === 100 ? 0 : rest) === part(id, 9, 11)
}

/** Russia's INN of a person: two check digits. */
function isInn(id: string): boolean {
  const first = (weighted(id, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10
  const second = (weighted(id, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10
  return first === part(id, 10, 11) && second === part(id, 11, 12) && !isRepeated(id)
}

/** Sweden's personnummer, with two or four digits of the year. */
function isSwedish(id: string): boolean {
  const short = digits(id).slice(-10)
  return isDay(part(short, 2, 4), part(short, 4, 6)) && isLuhn(short)
}

/** France's NIR: the key is 97 less the number modulo 97; Corsica's departments have letters. */
function isFrench(id: string): boolean {
  const plain = id.replaceAll(' ', '').replace('2A', '19').replace('2B', '18')
  if (plain.length !== 15) return false
  return 97 - Number(BigInt(plain.slice(0, 13)) % 97n) === part(plain, 13, 15)
}

/** The number of Britain's health service. */
function isNhs(id: string): boolean {
  const check = 11 - (weighted(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)
  return (check === 11 ? 0 : check) === part(id, 9, 10) && !isRepeated(id)
}

/** The Netherlands' BSN: the test of eleven. */
function isBsn(id: string): boolean {
  return weighted(id, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 && !isRepeated(id)
}

/** Poland's PESEL; the month also tells the century. */
function isPesel(id: string): boolean {
  const check = (10 - (weighted(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10
  return isDay(part(id, 2, 4) % 20, part(id, 4, 6)) && check === part(id, 10, 11)
}

/** Portugal's NIF. */
function isNif(id: string): boolean {
  const rest = weighted(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
  return (rest < 2 ? 0 : 11 - rest) === part(id, 8, 9) && !isRepeated(id)
}

/** Turkey's number: two check digits. */
function isTurkish(id: string): boolean {
  const first = (weighted(id, [7, -1, 7, -1, 7, -1, 7, -1, 7]) + 100) % 10
  const second = weighted(id, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10
  return first === part(id, 9, 10) && second === part(id, 10, 11)
}
