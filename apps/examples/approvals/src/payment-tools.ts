import { RequiresApproval, Tool, Toolkit } from 'tackroom';

/** The bank: what was really paid. */
export const paid: string[] = [];

// #region toolkit
/** Small amounts are paid without asking. */
@Toolkit({ category: 'payments' })
export class PaymentTools {
  /**
   * Pay an invoice.
   * @param invoice Number of the invoice
   */
  @Tool()
  @RequiresApproval({ when: (args) => Number(args['euros']) > 50, reason: 'it is more than 50 euros' })
  payInvoice(invoice: string, /** How much @exclusiveMinimum 0 */ euros: number): string {
    paid.push(`${invoice}: ${euros} euros`);
    return `Paid ${euros} euros for invoice ${invoice}.`;
  }
}
// #endregion
