import type { PolicyFault } from './policy-problem'

/**
 * Words the fault of a policy's field, to follow the field's name: for the API and the command
 * line.
 */
export function policyFaultInEnglish({ reason, limit }: PolicyFault): string {
  switch (reason) {
    case 'too_many':
      return `must be at most ${limit}`
    case 'glob_too_long':
      return `must be at most ${limit} characters`
    case 'glob_without_slash':
      return 'must begin with /'
    case 'name_too_long':
      return `must be 1 to ${limit} characters`
    case 'twice':
      return 'must not be given twice'
    case 'out_of_range':
      return `must be at most ${limit}, and a number that makes sense here`
    case 'ends_missing':
      return 'must be given with land'
    case 'ends_in_past':
      return 'must be in the future'
    case 'ends_too_late':
      return `must be at most ${limit} days ahead`
    case 'only_with_land':
      return 'must be given with land only'
    case 'only_with_hold':
      return 'must be given with hold only'
    case 'why_not_told':
      return 'must be given with hold or refuse only'
    case 'why_too_long':
      return `must be at most ${limit} characters`
    case 'finding_missing':
      return 'must be given with mask'
    case 'cannot_be_masked':
      return 'must be one that is found in the text to be masked'
    case 'no_such_rule':
      return 'is no rule of the present policy'
  }
}
