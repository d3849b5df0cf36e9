/** Something that is asked of the server: whether it is under way, and what went wrong, in words. */

import { said } from './saying';

export class Doing {
  busy = $state(false);
  problem = $state('');

  /** Do it; whether it was done. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.problem = '';
    try {
      await what();
      return true;
    } catch (error) {
      this.problem = said(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
