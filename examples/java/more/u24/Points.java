// expect: silent
interface MemberDao {
    Member find(String id);
    void save(Member member);
    boolean exists(String id);
}
final class Member {
    final String id;
    final int points;
    Member(String id, int points) { this.id = id; this.points = points; }
    Member plus(int more) { return new Member(id, points + more); }
}
public class Points {
    private final MemberDao dao;
    private final java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(4);
    public Points(MemberDao dao) { this.dao = dao; }
    public void earned(String id, int points) {
        pool.execute(() -> add(id, points));
    }
    private synchronized void add(String id, int points) {
        Member member = dao.find(id);
        dao.save(member.plus(points));
    }
}
