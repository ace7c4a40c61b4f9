// expect: find stale-check rename create on users
import java.util.*;
class UserRepository {
    private final Map<Long, String> users = new HashMap<>();
    void save(long id, String name) { users.put(id, name); }
    String find(long id) { return users.get(id); }
}
class UserService {
    private final UserRepository repository;
    UserService(UserRepository repository) { this.repository = repository; }
    synchronized void rename(long id, String name) {
        if (repository.find(id) != null) repository.save(id, name);
    }
}
class AdminService {
    private final UserRepository repository;
    AdminService(UserRepository repository) { this.repository = repository; }
    synchronized void create(long id, String name) { repository.save(id, name); }
}
