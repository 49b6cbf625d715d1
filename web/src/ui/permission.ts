/** Whether somebody may do what a control does and, if not, who may. Controls stay visible and say so. */
export interface Permission {
  allowed: boolean
  who: string
}
