import { Param, RequiresApproval, Tool, Toolkit } from 'tackroom';

/** The bank: what was really paid. */
export const paid: string[] = [];

// #region toolkit
/** Small amounts are paid without asking. */
@Toolkit({ category: 'payments' })
export class PaymentTools {
  @Tool({ description: 'Pay an invoice.' })
  @RequiresApproval({ when: (args) => Number(args['euros']) > 50, reason: 'it is more than 50 euros' })
  payInvoice(
    @Param('invoice', 'Number of the invoice', 'string') invoice: string,
    @Param('euros', 'How much', 'number') euros: number,
  ): string {
    paid.push(`${invoice}: ${euros} euros`);
    return `Paid ${euros} euros for invoice ${invoice}.`;
  }
}
// #endregion
