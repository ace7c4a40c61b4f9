// expect: silent
import java.util.*;
class UserRepository {
    private final Map<Long, String> users = new HashMap<>();
    synchronized void save(long id, String name) { users.put(id, name); }
    synchronized boolean rename(long id, String name) { return users.replace(id, name) != null; }
    synchronized String find(long id) { return users.get(id); }
}
class UserService {
    private final UserRepository repository;
    UserService(UserRepository repository) { this.repository = repository; }
    boolean rename(long id, String name) { return repository.rename(id, name); }
}
class AdminService {
    private final UserRepository repository;
    AdminService(UserRepository repository) { this.repository = repository; }
    void create(long id, String name) { repository.save(id, name); }
}
