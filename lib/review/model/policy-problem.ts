/** A fault of a policy that somebody wants to save: the field and the reason. */
export interface PolicyFault {
  /** `default`, or as in `rules.0.match.paths.2` */
  field: string
  reason: PolicyFaultReason
  /** the reason's limit, if it has one */
  limit: number | null
}

export type PolicyFaultReason =
  | 'too_many'
  | 'glob_too_long'
  | 'glob_without_slash'
  | 'name_too_long'
  | 'twice'
  | 'out_of_range'
  | 'ends_missing'
  | 'ends_in_past'
  | 'ends_too_late'
  | 'only_with_land'
  | 'only_with_hold'
  | 'why_not_told'
  | 'why_too_long'
  | 'finding_missing'
  | 'cannot_be_masked'
  | 'no_such_rule'
