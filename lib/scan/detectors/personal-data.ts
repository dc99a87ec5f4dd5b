import { electronicFormatIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { isLuhn } from './check-digits'
import { NATIONAL_IDS } from './national-ids'
import { type FoundRange, matchesOf, type ScannedText } from './scanned-text'

/** Finds data that point to a person: contacts, and numbers whose own check digits are right. */
export function personalData(scanned: ScannedText): FoundRange[] {
  return [
    ...emailAddresses(scanned),
    ...phoneNumbers(scanned),
    ...cardNumbers(scanned),
    ...ibans(scanned),
    ...nationalIds(scanned),
    ...socialSecurityNumbers(scanned),
  ]
}

const LOCAL = /[A-Za-z0-9._%+'-]{1,64}$/
const DOMAIN =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9-])/

/**
 * Domains and names that belong to nobody: kept for examples (RFC 2606, RFC 6761), or a program's.
 */
const NOBODYS_DOMAIN = /(?:^|\.)(?:example|test|invalid|localhost|local)(?:\.(?:com|org|net))?$/i
const NOBODYS_NAME = /^(?:git|svn|hg|noreply|no-reply|donotreply|do-not-reply)$/i

const LOGIN = /:\/\/[^\s/]{0,300}$/

/** Found from their `@`, so that a text without one costs nothing. */
function emailAddresses({ text }: ScannedText): FoundRange[] {
  const found: FoundRange[] = []
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const [local] = LOCAL.exec(text.slice(Math.max(at - 64, 0), at)) ?? []
    const [domain] = DOMAIN.exec(text.slice(at + 1, at + 255)) ?? []
    if (!local || !domain) continue
    // The login of an address, `https://user:word@host`, is a secret's matter.
    if (LOGIN.test(text.slice(Math.max(at - 300, 0), at))) continue
    if (NOBODYS_NAME.test(local) || NOBODYS_DOMAIN.test(domain)) continue
    found.push({ rule: 'email_address', from: at - local.length, to: at + 1 + domain.length })
  }
  return found
}

/** Only with its country: without one, dates and versions are numbers too. */
const PHONE = /(?<![\w+])\+ ?[1-9](?:[ ()./-]{0,2}\d){6,14}(?!\w)/g

/**
 * The library takes 25 µs for each, so that 100 KB of numbers would keep it for a quarter of a
 * second.
 */
const MAX_PHONES_CHECKED = 1_000

function phoneNumbers({ text, unfinished }: ScannedText): FoundRange[] {
  if (!text.includes('+')) return []
  const found: FoundRange[] = []
  let checked = 0
  for (const { index, 0: number } of matchesOf(text, PHONE)) {
    if (++checked > MAX_PHONES_CHECKED) {
      unfinished.add('phone_number')
      break
    }
    if (!parsePhoneNumberFromString(number)?.isValid()) continue
    found.push({ rule: 'phone_number', from: index, to: index + number.length })
  }
  return found
}

/** Digits in one piece, or in the groups in which cards print them. */
const CARD =
  /(?<![\w.+-])(?:\d{14,16}|\d{19}|\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{4,5})(?![\w-]|\.\d)/g

/** The first digits by which networks tell their cards, and how long these are. */
const NETWORKS: readonly RegExp[] = [
  /^4(?:\d{15}|\d{18})$/,
  /^5[1-5]\d{14}$/,
  /^2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[68]\d)\d{11}$/,
  /^(?:6011|65\d\d|64[4-9]\d)\d{12}$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^62(?:\d{14}|\d{17})$/,
  /^220[0-4]\d{12}$/,
]

/** Cards that payment services print in their manuals for everybody to try: nobody's. */
const TEST_CARDS =
  /^(?:4242){4}$|^41{15}$|^40000{10}02$|^40128{9}1881$|^5555555555554444$|^5105105105105100$|^2223003122003222$|^378282246310005$|^371449635398431$|^60111{12}|^6011000990139424$|^30569309025904$|^3056930009020004$|^3530111333300000$|^3566002020360505$/

function cardNumbers({ text }: ScannedText): FoundRange[] {
  return [...matchesOf(text, CARD)].flatMap(({ index, 0: written }) => {
    const number = written.replaceAll(/\D/g, '')
    const isCard = NETWORKS.some((network) => network.test(number)) && isLuhn(number)
    if (!isCard) return []
    const range = { rule: 'card_number' as const, from: index, to: index + written.length }
    return [TEST_CARDS.test(number) ? { ...range, severity: 'low' as const } : range]
  })
}

const IBAN = /(?<![\w-])[A-Z]{2}\d{2} ?(?:[A-Z0-9]{1,4} ?){3,8}/g

const IBAN_LENGTHS = new Map(
  Object.entries(getCountrySpecifications()).map(([country, { chars }]) => [country, chars]),
)

function ibans({ text }: ScannedText): FoundRange[] {
  return [...matchesOf(text, IBAN)].flatMap(({ index, 0: written }) => {
    const length = IBAN_LENGTHS.get(written.slice(0, 2)) ?? 0
    const number = firstSigns(written, length)
    if (number === '' || /\w/.test(text[index + number.length] ?? '')) return []
    if (!isValidIBAN(electronicFormatIBAN(number) ?? '')) return []
    return [{ rule: 'iban' as const, from: index, to: index + number.length }]
  })
}

/** The beginning of a text that has this many letters and digits; empty if it has fewer. */
function firstSigns(written: string, count: number): string {
  let signs = 0
  for (let end = 0; end < written.length; end++) {
    if (written[end] !== ' ' && ++signs === count) return written.slice(0, end + 1)
  }
  return ''
}

/** Distance before a number within which a word may name its kind. */
const CALLED_WITHIN = 40

function nationalIds({ text, folded }: ScannedText): FoundRange[] {
  return NATIONAL_IDS.flatMap(({ pattern, isValid, calledBy }) => {
    if (calledBy && !calledBy.some((word) => folded.includes(word))) return []
    return [...matchesOf(text, pattern)].flatMap(({ index, 0: number }) => {
      const before = folded.slice(Math.max(index - CALLED_WITHIN, 0), index)
      if (calledBy && !calledBy.some((word) => before.includes(word))) return []
      if (!isValid(number)) return []
      return [{ rule: 'national_id' as const, from: index, to: index + number.length }]
    })
  })
}

/** Without a check digit; some areas, groups and serials are never given. */
const SOCIAL_SECURITY = /(?<![\w.-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-]|\.\d)/g

function socialSecurityNumbers({ text }: ScannedText): FoundRange[] {
  return [...matchesOf(text, SOCIAL_SECURITY)].map(({ index, 0: number }) => ({
    rule: 'us_social_security_number',
    from: index,
    to: index + number.length,
  }))
}
