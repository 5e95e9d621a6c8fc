package dev.kcm.controllers.storage.persistentvolumebinder;

import dev.kcm.model.core.v1.PersistentVolume;
import java.util.List;
import java.util.Optional;

/// Who makes, scrubs or deletes a volume: a plugin of this program, somebody else, or nobody.
record VolumePlugins(List<VolumePlugin> all) {
    VolumePlugins {
        all = List.copyOf(all);
    }

    /// Who makes volumes of a class.
    sealed interface ProvisionerChoice {
        /// @param name what the claim is to say of it
        record External(String name) implements ProvisionerChoice {}

        record InTree(VolumePlugin plugin, VolumePlugin.Provisioner provisioner) implements ProvisionerChoice {}

        record None(String error) implements ProvisionerChoice {}
    }

    /// Who deletes what is behind a volume.
    sealed interface DeleterChoice {
        record External() implements DeleterChoice {}

        record InTree(VolumePlugin plugin, VolumePlugin.Deleter deleter) implements DeleterChoice {}

        record None(String error) implements DeleterChoice {}
    }

    ProvisionerChoice provisioner(String name) {
        var driver = Migration.driverOf(name);
        if (driver.isPresent()) {
            return new ProvisionerChoice.External(driver.get());
        }
        var plugin = named(name);
        if (plugin.isEmpty()) {
            return Migration.isInTree(name)
                    ? new ProvisionerChoice.None("no volume plugin matched name: " + name)
                    : new ProvisionerChoice.External(name);
        }
        return plugin.get()
                .provisioner()
                .<ProvisionerChoice>map(it -> new ProvisionerChoice.InTree(plugin.get(), it))
                .orElseGet(() -> new ProvisionerChoice.None("no provisionable volume plugin matched"));
    }

    DeleterChoice deleter(PersistentVolume volume) {
        var provisioner = volume.annotations().getOrDefault(Annotations.PROVISIONED_BY, "");
        if (!provisioner.isEmpty()) {
            return Migration.isInTree(provisioner)
                    ? deleter(named(provisioner), "no volume plugin matched name: " + provisioner, "")
                    : new DeleterChoice.External();
        }
        if (Annotations.has(volume, Annotations.MIGRATED_TO)
                || volume.spec().csi().isPresent()) {
            return new DeleterChoice.External();
        }
        return deleter(
                of(volume),
                "no volume plugin matched",
                "error getting deleter volume plugin for volume \"%s\": ".formatted(volume.name()));
    }

    private static DeleterChoice deleter(Optional<VolumePlugin> plugin, String missing, String prefix) {
        return plugin.isEmpty()
                ? new DeleterChoice.None(prefix + missing)
                : plugin.get()
                        .deleter()
                        .<DeleterChoice>map(it -> new DeleterChoice.InTree(plugin.get(), it))
                        .orElseGet(() -> new DeleterChoice.None(prefix + "no deletable volume plugin matched"));
    }

    /// The plugin for a volume of this sort.
    Optional<VolumePlugin> of(PersistentVolume volume) {
        return all.stream().filter(plugin -> plugin.supports(volume)).findFirst();
    }

    private Optional<VolumePlugin> named(String name) {
        return all.stream().filter(plugin -> plugin.name().equals(name)).findFirst();
    }
}
