// The repair: counted before the await.
module.exports = function visitStore(session) {
  const Base = session.Store;

  class VisitStore extends Base {
    constructor(options = {}) {
      super(options);
      if (!options.table) throw new Error('a table is needed');
      this.table = options.table;
      this.visits = 0;
    }

    async visit(id) {
      this.visits += 1;
      await this.table.insert({ id });
      this.emit('visit', id);
    }
  }

  return VisitStore;
};
